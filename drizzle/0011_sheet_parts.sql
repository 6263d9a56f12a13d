CREATE TABLE `sheet_part` (
	`row_id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sheet_part_import` ON `sheet_part` (`import_id`);