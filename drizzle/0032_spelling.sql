-- Letters such as ß and ł are indexed and compared as ss and l (packages/contract/src/folded.ts). The rows that have some
-- are indexed again.
INSERT INTO search_queue SELECT 'task', rowid FROM task
WHERE deleted_at IS NULL AND (title GLOB '*[ßẞæÆœŒøØłŁđĐðÐþÞħĦŧŦıﬀﬁﬂﬃﬄﬅﬆ]*' OR text GLOB '*[ßẞæÆœŒøØłŁđĐðÐþÞħĦŧŦıﬀﬁﬂﬃﬄﬅﬆ]*') ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO search_queue SELECT 'item', rowid FROM grocery_item WHERE name GLOB '*[ßẞæÆœŒøØłŁđĐðÐþÞħĦŧŦıﬀﬁﬂﬃﬄﬅﬆ]*' ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO search_queue SELECT 'message', sequence FROM message WHERE text GLOB '*[ßẞæÆœŒøØłŁđĐðÐþÞħĦŧŦıﬀﬁﬂﬃﬄﬅﬆ]*' ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- Of two names that are one now, one stays.
UPDATE OR REPLACE grocery_memory SET key = replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(key, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ð', 'd'), 'þ', 'th'), 'ħ', 'h'), 'ŧ', 't'), 'ı', 'i') WHERE key GLOB '*[ßẞæÆœŒøØłŁđĐðÐþÞħĦŧŦıﬀﬁﬂﬃﬄﬅﬆ]*';