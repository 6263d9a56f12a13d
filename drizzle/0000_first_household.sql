CREATE TABLE `credential_link` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "credential_link_kind" CHECK(kind in ('activation', 'reset'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credential_link_token` ON `credential_link` (`token_hash`);--> statement-breakpoint
CREATE INDEX `credential_link_user` ON `credential_link` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`generation` integer DEFAULT 0 NOT NULL,
	`rotated_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ends_at` integer NOT NULL,
	`user_agent` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `session_expiry` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `conversation` (
	`id` text PRIMARY KEY NOT NULL,
	`low_user_id` text NOT NULL,
	`high_user_id` text NOT NULL,
	`last_message` text NOT NULL,
	`last_timestamp` integer NOT NULL,
	`last_sequence` integer NOT NULL,
	`low_read_sequence` integer DEFAULT 0 NOT NULL,
	`high_read_sequence` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`low_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`high_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "conversation_order" CHECK(low_user_id < high_user_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `conversation_pair` ON `conversation` (`low_user_id`,`high_user_id`);--> statement-breakpoint
CREATE INDEX `conversation_low` ON `conversation` (`low_user_id`,`last_sequence`);--> statement-breakpoint
CREATE INDEX `conversation_high` ON `conversation` (`high_user_id`,`last_sequence`);--> statement-breakpoint
CREATE TABLE `message` (
	`sequence` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`conversation_id` text NOT NULL,
	`sender_id` text NOT NULL,
	`text` text NOT NULL,
	`timestamp` integer NOT NULL,
	`edited_at` integer,
	`deleted_at` integer,
	FOREIGN KEY (`conversation_id`) REFERENCES `conversation`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`sender_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "message_deleted" CHECK(deleted_at is null or text = '')
);
--> statement-breakpoint
CREATE UNIQUE INDEX `message_id` ON `message` (`id`);--> statement-breakpoint
CREATE INDEX `message_conversation` ON `message` (`conversation_id`,`sequence`);--> statement-breakpoint
CREATE INDEX `message_timestamp` ON `message` (`conversation_id`,"timestamp" desc);--> statement-breakpoint
CREATE INDEX `message_conversation_id` ON `message` (`conversation_id`,`id`);--> statement-breakpoint
CREATE TABLE `grocery_item` (
	`id` text PRIMARY KEY NOT NULL,
	`household_id` text NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`price_cents` integer DEFAULT 0 NOT NULL,
	`purchased` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`household_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "grocery_item_count" CHECK(count >= 1),
	CONSTRAINT "grocery_item_price" CHECK(price_cents >= 0),
	CONSTRAINT "grocery_item_purchased" CHECK(purchased in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `grocery_item_household` ON `grocery_item` (`household_id`,`purchased`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `task` (
	`id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`manager_id` text,
	`title` text NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`due_date` text NOT NULL,
	`due_day` text GENERATED ALWAYS AS (substr(due_date, 1, 10)) STORED NOT NULL,
	`completed` integer DEFAULT false NOT NULL,
	`series_id` text,
	`recurrence_type` text DEFAULT 'none' NOT NULL,
	`recurrence_interval` integer DEFAULT 1 NOT NULL,
	`recurrence_end_date` text,
	`anchor_day` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`creator_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`manager_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "task_completed" CHECK(completed in (0, 1)),
	CONSTRAINT "task_due_date" CHECK(due_date glob '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T*Z'),
	CONSTRAINT "task_recurrence_type" CHECK(recurrence_type in ('none', 'daily', 'weekly', 'monthly', 'interval')),
	CONSTRAINT "task_recurrence_interval" CHECK(recurrence_interval >= 1),
	CONSTRAINT "task_anchor_day" CHECK(anchor_day between 1 and 31),
	CONSTRAINT "task_series" CHECK(recurrence_type = 'none' or series_id is not null)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `task_series_day` ON `task` (`series_id`,`due_day`);--> statement-breakpoint
CREATE INDEX `task_creator_due` ON `task` (`creator_id`,`due_day`,`id`);--> statement-breakpoint
CREATE INDEX `task_manager_due` ON `task` (`manager_id`,`due_day`,`id`);--> statement-breakpoint
CREATE INDEX `task_due` ON `task` (`due_day`,`id`);--> statement-breakpoint
CREATE TABLE `task_assignee` (
	`task_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`task_id`, `user_id`),
	FOREIGN KEY (`task_id`) REFERENCES `task`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `task_assignee_user` ON `task_assignee` (`user_id`,`task_id`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`email` text NOT NULL,
	`password_hash` text,
	`roles` text NOT NULL,
	`active` integer DEFAULT true NOT NULL,
	`manager_id` text,
	`time_zone` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer,
	FOREIGN KEY (`manager_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "user_roles" CHECK(roles in ('Admin', 'Manager', 'Admin,Manager', 'Employee', 'Admin,Employee', 'Manager,Employee', 'Admin,Manager,Employee', 'User', 'Admin,User', 'Manager,User', 'Admin,Manager,User', 'Employee,User', 'Admin,Employee,User', 'Manager,Employee,User', 'Admin,Manager,Employee,User')),
	CONSTRAINT "user_active" CHECK(active in (0, 1))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email` ON `user` (`email`) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX `user_manager` ON `user` (`manager_id`,`username`);--> statement-breakpoint
CREATE INDEX `user_admin` ON `user` (`id`) WHERE substr(roles, 1, 5) = 'Admin';