CREATE TABLE `grocery_memory` (
	`household_id` text NOT NULL,
	`key` text NOT NULL,
	`name` text NOT NULL,
	`count` integer NOT NULL,
	`price_cents` integer NOT NULL,
	`section` text,
	`times` integer NOT NULL,
	`used_at` integer NOT NULL,
	PRIMARY KEY(`household_id`, `key`),
	FOREIGN KEY (`household_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `grocery_memory_used` ON `grocery_memory` (`household_id`,`used_at`);--> statement-breakpoint
ALTER TABLE `grocery_item` ADD `section` text;--> statement-breakpoint
-- What is on the lists already is known from now on. SQLite folds only ASCII; other names follow with their next change.
INSERT INTO grocery_memory (household_id, key, name, count, price_cents, section, times, used_at)
SELECT household_id, lower(trim(name)), name, count, price_cents, NULL, count(*), max(updated_at)
FROM grocery_item WHERE name NOT GLOB '*[^ -~]*' AND name NOT GLOB '*  *' GROUP BY household_id, lower(trim(name));
