CREATE TABLE `applied_op` (
	`op` text NOT NULL,
	`user_id` text NOT NULL,
	`seal` text,
	`code` text,
	`message` text,
	`answer` text,
	`at` integer NOT NULL,
	PRIMARY KEY(`op`, `user_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `applied_op_at` ON `applied_op` (`at`);--> statement-breakpoint
CREATE INDEX `applied_op_answered` ON `applied_op` (`at`) WHERE answer is not null;--> statement-breakpoint
CREATE TABLE `epoch` (
	`id` text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
INSERT INTO epoch VALUES (lower(hex(randomblob(16))));
--> statement-breakpoint
CREATE TABLE `field_edit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`kind` text NOT NULL,
	`object_id` text NOT NULL,
	`field` text NOT NULL,
	`value` text,
	`set_by` text,
	`user_id` text NOT NULL,
	`at` integer NOT NULL,
	`overwrote` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `field_edit_object` ON `field_edit` (`kind`,`object_id`,`field`,`id`);--> statement-breakpoint
CREATE INDEX `field_edit_overwrote` ON `field_edit` (`user_id`,`id`) WHERE overwrote = 1;