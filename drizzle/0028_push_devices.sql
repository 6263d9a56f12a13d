CREATE TABLE `push_device` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`user_id` text NOT NULL,
	`endpoint` text NOT NULL,
	`p256dh` text NOT NULL,
	`auth` text NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_error` text,
	FOREIGN KEY (`session_id`) REFERENCES `session`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `push_device_session_id_unique` ON `push_device` (`session_id`);--> statement-breakpoint
CREATE INDEX `push_device_user` ON `push_device` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `push_device_endpoint` ON `push_device` (`endpoint`);--> statement-breakpoint
CREATE TABLE `push_receipt` (
	`batch` integer NOT NULL,
	`device_id` text NOT NULL,
	PRIMARY KEY(`batch`, `device_id`),
	FOREIGN KEY (`batch`) REFERENCES `notify_job`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`device_id`) REFERENCES `push_device`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `push_receipt_device` ON `push_receipt` (`device_id`);