ALTER TABLE `conversation` ADD `message_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE conversation SET message_count = (SELECT count(*) FROM message WHERE conversation_id = conversation.id);--> statement-breakpoint
-- A message goes only with its conversation: there is nothing to subtract.
CREATE TRIGGER message_counted AFTER INSERT ON message
BEGIN
	UPDATE conversation SET message_count = message_count + 1 WHERE id = new.conversation_id;
END;
