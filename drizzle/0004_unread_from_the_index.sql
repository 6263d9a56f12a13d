DROP INDEX `message_conversation`;--> statement-breakpoint
CREATE INDEX `message_conversation` ON `message` (`conversation_id`,`sequence`,`sender_id`,`deleted_at`);