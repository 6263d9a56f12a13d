CREATE TABLE `deleted_task` (
	`id` text PRIMARY KEY NOT NULL,
	`deleted_by` text NOT NULL,
	`deleted_at` integer NOT NULL,
	`kept` text NOT NULL,
	FOREIGN KEY (`deleted_by`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `deleted_task_age` ON `deleted_task` (`deleted_at`);