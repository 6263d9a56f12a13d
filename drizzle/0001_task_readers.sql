-- Who reads a task, written once (decisions 3 and 4.4). Admins read every task and are not listed.
CREATE VIEW task_reader_rule AS
	-- Its creator; on their own list as long as nobody was asked to do it.
	SELECT t.id AS task_id, t.creator_id AS user_id,
		NOT EXISTS (SELECT 1 FROM task_assignee a WHERE a.task_id = t.id) AS own, 1 AS managed,
		t.completed, t.due_date
	FROM task t
	UNION ALL
	-- The manager whose area it is in.
	SELECT t.id, t.manager_id, 0, 1, t.completed, t.due_date
	FROM task t WHERE t.manager_id IS NOT NULL
	UNION ALL
	-- Whoever is to do it.
	SELECT t.id, a.user_id, 1, 0, t.completed, t.due_date
	FROM task t JOIN task_assignee a ON a.task_id = t.id
	UNION ALL
	-- Their manager.
	SELECT t.id, u.manager_id, 0, 1, t.completed, t.due_date
	FROM task t JOIN task_assignee a ON a.task_id = t.id JOIN user u ON u.id = a.user_id
	WHERE u.manager_id IS NOT NULL;
--> statement-breakpoint
-- What happens often is applied directly: asking the rule again costs several times the write itself.
CREATE TRIGGER task_reader_made AFTER INSERT ON task
BEGIN
	INSERT INTO task_reader VALUES (new.id, new.creator_id, 1, 1, new.completed, new.due_date);
	INSERT INTO task_reader
	SELECT new.id, new.manager_id, 0, 1, new.completed, new.due_date
	WHERE new.manager_id IS NOT NULL AND new.manager_id <> new.creator_id;
END;
--> statement-breakpoint
-- Completing or moving a task moves it on every list.
CREATE TRIGGER task_reader_changed AFTER UPDATE OF completed, due_date ON task
BEGIN
	UPDATE task_reader SET completed = new.completed, due_date = new.due_date WHERE task_id = new.id;
END;
--> statement-breakpoint
-- The first assignee takes the task off the list of a creator who is not one.
CREATE TRIGGER task_reader_assigned AFTER INSERT ON task_assignee
BEGIN
	UPDATE task_reader SET own = 0
	WHERE task_id = new.task_id AND own = 1 AND NOT EXISTS (
		SELECT 1 FROM task_assignee a WHERE a.task_id = new.task_id AND a.user_id = task_reader.user_id
	);
	INSERT INTO task_reader
	SELECT t.id, new.user_id, 1, 0, t.completed, t.due_date FROM task t WHERE t.id = new.task_id
	ON CONFLICT (task_id, user_id) DO UPDATE SET own = 1;
	INSERT INTO task_reader
	SELECT t.id, u.manager_id, 0, 1, t.completed, t.due_date
	FROM task t JOIN user u ON u.id = new.user_id
	WHERE t.id = new.task_id AND u.manager_id IS NOT NULL
	ON CONFLICT (task_id, user_id) DO UPDATE SET managed = 1;
END;
--> statement-breakpoint
-- What is rare asks the rule again.
CREATE TRIGGER task_reader_unassigned AFTER DELETE ON task_assignee
BEGIN
	DELETE FROM task_reader WHERE task_id = old.task_id;
	INSERT INTO task_reader
	SELECT task_id, user_id, max(own), max(managed), completed, due_date
	FROM task_reader_rule WHERE task_id = old.task_id GROUP BY task_id, user_id;
END;
--> statement-breakpoint
-- A task that changed hands.
CREATE TRIGGER task_reader_handed_over AFTER UPDATE OF creator_id, manager_id ON task
BEGIN
	DELETE FROM task_reader WHERE task_id = new.id;
	INSERT INTO task_reader
	SELECT task_id, user_id, max(own), max(managed), completed, due_date
	FROM task_reader_rule WHERE task_id = new.id GROUP BY task_id, user_id;
END;
--> statement-breakpoint
-- A member who got another manager.
CREATE TRIGGER task_reader_member_moved AFTER UPDATE OF manager_id ON user WHEN old.manager_id IS NOT new.manager_id
BEGIN
	DELETE FROM task_reader WHERE task_id IN (SELECT task_id FROM task_assignee WHERE user_id = new.id);
	INSERT INTO task_reader
	SELECT task_id, user_id, max(own), max(managed), completed, due_date
	FROM task_reader_rule WHERE task_id IN (SELECT task_id FROM task_assignee WHERE user_id = new.id) GROUP BY task_id, user_id;
END;
--> statement-breakpoint
INSERT INTO task_reader
SELECT task_id, user_id, max(own), max(managed), completed, due_date
FROM task_reader_rule GROUP BY task_id, user_id;
