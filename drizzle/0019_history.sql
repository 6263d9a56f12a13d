CREATE TABLE `deleted_item` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`purchased` integer NOT NULL,
	`section` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer NOT NULL,
	`deleted_by` text NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`deleted_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deleted_item_household` ON `deleted_item` (`household_id`,`deleted_at`,`id`);--> statement-breakpoint
CREATE INDEX `deleted_item_age` ON `deleted_item` (`deleted_at`);--> statement-breakpoint
CREATE TABLE `deleted_task_reader` (
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	`deleted_at` integer NOT NULL,
	PRIMARY KEY(`task_id`, `user_id`),
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `deleted_task_reader_user` ON `deleted_task_reader` (`user_id`,`deleted_at`,`task_id`);--> statement-breakpoint
CREATE INDEX `field_edit_history` ON `field_edit` (`kind`,`object_id`,`id`);--> statement-breakpoint
-- Until now only the person who deleted a task could restore it, for ten minutes.
INSERT INTO deleted_task_reader (task_id, user_id, deleted_at)
SELECT id, deleted_by, deleted_at FROM task WHERE deleted_at IS NOT NULL;
