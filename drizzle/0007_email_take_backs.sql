CREATE TABLE `email_take_back` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `email_take_back_token` ON `email_take_back` (`token_hash`);--> statement-breakpoint
CREATE INDEX `email_take_back_user` ON `email_take_back` (`user_id`,`id`);--> statement-breakpoint
CREATE INDEX `email_take_back_email` ON `email_take_back` (`email`);--> statement-breakpoint
CREATE INDEX `email_take_back_expiry` ON `email_take_back` (`expires_at`);--> statement-breakpoint
CREATE INDEX `task_managed_by` ON `task` (`manager_id`) WHERE manager_id is not null;