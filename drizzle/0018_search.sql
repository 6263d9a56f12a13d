CREATE TABLE `search_queue` (
	`kind` text NOT NULL,
	`row` integer NOT NULL,
	PRIMARY KEY(`kind`, `row`)
) WITHOUT ROWID;
--> statement-breakpoint
-- The words of everything that can be searched, by rowid, and in `who` the ids of those who may see it: a search reads
-- only what both lists of rowids have in common, newest first. Texts are not stored a second time. The beginnings of words
-- have lists of their own: FTS5 would merge those of all words that begin so. Small pages keep each write short.
CREATE VIRTUAL TABLE task_words USING fts5(
	who, words, content='', contentless_delete=1, prefix='1 2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
INSERT INTO task_words(task_words, rank) VALUES ('pgsz', 1000);
--> statement-breakpoint
CREATE VIRTUAL TABLE item_words USING fts5(
	who, words, content='', contentless_delete=1, prefix='1 2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
INSERT INTO item_words(item_words, rank) VALUES ('pgsz', 1000);
--> statement-breakpoint
CREATE VIRTUAL TABLE message_words USING fts5(
	who, words, content='', contentless_delete=1, prefix='1 2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
INSERT INTO message_words(message_words, rank) VALUES ('pgsz', 1000);
--> statement-breakpoint
-- Writes only note what changed; search-index.ts updates the index before the next search.
-- A task that is created, assigned, deleted or restored gets readers or loses them.
CREATE TRIGGER search_task_reader_added AFTER INSERT ON task_reader
BEGIN
	INSERT INTO search_queue SELECT 'task', rowid FROM task WHERE id = new.task_id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_task_reader_removed AFTER DELETE ON task_reader
BEGIN
	INSERT INTO search_queue SELECT 'task', rowid FROM task WHERE id = old.task_id ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_task_changed AFTER UPDATE OF title, text ON task
WHEN old.title <> new.title OR old.text <> new.text
BEGIN
	INSERT INTO search_queue VALUES ('task', new.rowid) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_task_removed AFTER DELETE ON task
BEGIN
	INSERT INTO search_queue VALUES ('task', old.rowid) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_item_added AFTER INSERT ON grocery_item
BEGIN
	INSERT INTO search_queue VALUES ('item', new.rowid) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_item_changed AFTER UPDATE OF name, household_id ON grocery_item
WHEN old.name <> new.name OR old.household_id <> new.household_id
BEGIN
	INSERT INTO search_queue VALUES ('item', new.rowid) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_item_removed AFTER DELETE ON grocery_item
BEGIN
	INSERT INTO search_queue VALUES ('item', old.rowid) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_message_added AFTER INSERT ON message
BEGIN
	INSERT INTO search_queue VALUES ('message', new.sequence) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_message_changed AFTER UPDATE OF text ON message
WHEN old.text <> new.text
BEGIN
	INSERT INTO search_queue VALUES ('message', new.sequence) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
CREATE TRIGGER search_message_removed AFTER DELETE ON message
BEGIN
	INSERT INTO search_queue VALUES ('message', old.sequence) ON CONFLICT DO NOTHING;
END;
--> statement-breakpoint
INSERT INTO search_queue SELECT 'task', rowid FROM task WHERE deleted_at IS NULL;
--> statement-breakpoint
INSERT INTO search_queue SELECT 'item', rowid FROM grocery_item;
--> statement-breakpoint
INSERT INTO search_queue SELECT 'message', sequence FROM message;
