ALTER TABLE `session` ADD `network` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sheet_import` ADD `rows` text;--> statement-breakpoint
ALTER TABLE `sheet_import` ADD `undone_at` integer;--> statement-breakpoint
ALTER TABLE `user` ADD `signed_in_at` integer;--> statement-breakpoint
CREATE INDEX `user_name` ON `user` (username collate nocase,`id`) WHERE deleted_at is null;--> statement-breakpoint
-- Who has chosen a password or is signed in now has signed in before.
UPDATE `user` SET `signed_in_at` = `created_at` WHERE `activated_at` IS NOT NULL OR `id` IN (SELECT `user_id` FROM `session`);
--> statement-breakpoint
-- The words of names and emails, by rowid, for the search of the Admin page. People change rarely, so that the index is
-- written with them.
CREATE VIRTUAL TABLE user_words USING fts5(
	words, content='', contentless_delete=1, prefix='1 2 3 4 5 6', tokenize='unicode61 remove_diacritics 2'
);
--> statement-breakpoint
CREATE TRIGGER user_words_added AFTER INSERT ON user
BEGIN
	INSERT INTO user_words (rowid, words) VALUES (new.rowid, new.username || char(10) || new.email);
END;
--> statement-breakpoint
CREATE TRIGGER user_words_changed AFTER UPDATE OF username, email ON user
WHEN old.username <> new.username OR old.email <> new.email
BEGIN
	DELETE FROM user_words WHERE rowid = old.rowid;
	INSERT INTO user_words (rowid, words) VALUES (new.rowid, new.username || char(10) || new.email);
END;
--> statement-breakpoint
CREATE TRIGGER user_words_removed AFTER DELETE ON user
BEGIN
	DELETE FROM user_words WHERE rowid = old.rowid;
END;
--> statement-breakpoint
INSERT INTO user_words (rowid, words) SELECT rowid, username || char(10) || email FROM user;
