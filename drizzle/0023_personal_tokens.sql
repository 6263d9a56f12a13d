CREATE TABLE `calendar_feed` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `calendar_feed_hash` ON `calendar_feed` (`token_hash`);--> statement-breakpoint
CREATE INDEX `calendar_feed_user` ON `calendar_feed` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `personal_token` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`token_hash` text NOT NULL,
	`scopes` text NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `personal_token_hash` ON `personal_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `personal_token_user` ON `personal_token` (`user_id`,`created_at`);