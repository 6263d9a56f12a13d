CREATE TABLE `notify_job` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`key` text NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`channel` text NOT NULL,
	`object_id` text NOT NULL,
	`part` text,
	`actor_id` text,
	`created_at` integer NOT NULL,
	`run_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`batch` integer,
	`running` integer DEFAULT false NOT NULL,
	`done_at` integer,
	`outcome` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`actor_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notify_job_outcome" CHECK((done_at is null) = (outcome is null))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `notify_job_key_unique` ON `notify_job` (`key`);--> statement-breakpoint
CREATE INDEX `notify_job_waiting` ON `notify_job` (`run_at`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `notify_job_together` ON `notify_job` (`user_id`,`kind`,`channel`,`object_id`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `notify_job_batch` ON `notify_job` (`batch`) WHERE done_at is null;--> statement-breakpoint
CREATE INDEX `notify_job_done` ON `notify_job` (`done_at`) WHERE done_at is not null;--> statement-breakpoint
CREATE TABLE `notify_scan` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `notify_setting` (
	`user_id` text PRIMARY KEY NOT NULL,
	`kinds` text NOT NULL,
	`digest_at` text NOT NULL,
	`names_only` integer NOT NULL,
	`due_since` integer,
	`digest_since` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "notify_setting_names_only" CHECK(names_only in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `notify_setting_due` ON `notify_setting` (`user_id`) WHERE due_since is not null;--> statement-breakpoint
CREATE INDEX `notify_setting_digest` ON `notify_setting` (`user_id`) WHERE digest_since is not null;--> statement-breakpoint
CREATE TABLE `shopper` (
	`user_id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`household_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `shopper_household` ON `shopper` (`household_id`,`until`);--> statement-breakpoint
CREATE INDEX `task_due_time` ON `task` (`due_day`,`due_time`) WHERE due_time is not null and completed = 0 and deleted_at is null;