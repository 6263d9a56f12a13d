ALTER TABLE `series` ADD `days` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `series` ADD `every` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `series` ADD `counts_from` text DEFAULT 'due' NOT NULL;--> statement-breakpoint
ALTER TABLE `task` ADD `completed_at` integer;--> statement-breakpoint
ALTER TABLE `task` ADD `completed_by` text REFERENCES user(id);