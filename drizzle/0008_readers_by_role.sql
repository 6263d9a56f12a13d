-- Custom SQL migration. Who reads a task now also depends on who is a manager at the moment.
DROP VIEW IF EXISTS task_reader_rule;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_made;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_changed;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_assigned;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_unassigned;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_handed_over;--> statement-breakpoint
DROP TRIGGER IF EXISTS task_reader_member_moved;--> statement-breakpoint
-- The people who can manage others: only they count as the manager of a task or of a member.
CREATE VIEW leader AS
	SELECT id FROM user
	WHERE deleted_at IS NULL AND (instr(roles, 'Manager') > 0 OR instr(roles, 'Admin') > 0);
--> statement-breakpoint
-- The manager of a task: the one it names, while they hold the role; otherwise its creator's current manager.
CREATE VIEW task_manager AS
	SELECT t.id AS task_id, coalesce(
		(SELECT l.id FROM leader l WHERE l.id = t.manager_id),
		(SELECT l.id FROM user c JOIN leader l ON l.id = c.manager_id
			WHERE c.id = t.creator_id AND t.manager_id IS NOT NULL)
	) AS user_id
	FROM task t;
--> statement-breakpoint
-- Who reads a task, written once. A deleted one nobody does; one whose people are gone its manager.
-- Admins read every task and are not listed.
CREATE VIEW task_reader_rule AS
	-- Its creator; on their own list while the task has no assignees.
	SELECT t.id AS task_id, t.creator_id AS user_id,
		NOT t.unclaimed AND NOT EXISTS (SELECT 1 FROM task_assignee a WHERE a.task_id = t.id) AS own, 1 AS managed,
		t.completed, t.due_date
	FROM task t WHERE t.deleted_at IS NULL
	UNION ALL
	-- Its manager.
	SELECT t.id, m.user_id, 0, 1, t.completed, t.due_date
	FROM task t JOIN task_manager m ON m.task_id = t.id WHERE m.user_id IS NOT NULL AND t.deleted_at IS NULL
	UNION ALL
	-- Its assignees.
	SELECT t.id, a.user_id, 1, 0, t.completed, t.due_date
	FROM task t JOIN task_assignee a ON a.task_id = t.id WHERE t.deleted_at IS NULL
	UNION ALL
	-- The managers of its assignees.
	SELECT t.id, l.id, 0, 1, t.completed, t.due_date
	FROM task t JOIN task_assignee a ON a.task_id = t.id JOIN user u ON u.id = a.user_id
		JOIN leader l ON l.id = u.manager_id
	WHERE t.deleted_at IS NULL;
--> statement-breakpoint
-- What happens often is applied directly: asking the rule again costs several times the write itself.
CREATE TRIGGER task_reader_made AFTER INSERT ON task WHEN new.deleted_at IS NULL
BEGIN
	INSERT INTO task_reader VALUES (new.id, new.creator_id, NOT new.unclaimed, 1, new.completed, new.due_date);
	INSERT INTO task_reader
	SELECT new.id, m.user_id, 0, 1, new.completed, new.due_date
	FROM task_manager m WHERE m.task_id = new.id AND m.user_id <> new.creator_id;
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
	SELECT t.id, new.user_id, 1, 0, t.completed, t.due_date FROM task t WHERE t.id = new.task_id AND t.deleted_at IS NULL
	ON CONFLICT (task_id, user_id) DO UPDATE SET own = 1;
	INSERT INTO task_reader
	SELECT t.id, l.id, 0, 1, t.completed, t.due_date
	FROM task t JOIN user u ON u.id = new.user_id JOIN leader l ON l.id = u.manager_id
	WHERE t.id = new.task_id AND t.deleted_at IS NULL
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
-- A task gets another creator or manager, is deleted or restored, or is claimed again.
CREATE TRIGGER task_reader_handed_over AFTER UPDATE OF creator_id, manager_id, deleted_at, unclaimed ON task
BEGIN
	DELETE FROM task_reader WHERE task_id = new.id;
	INSERT INTO task_reader
	SELECT task_id, user_id, max(own), max(managed), completed, due_date
	FROM task_reader_rule WHERE task_id = new.id GROUP BY task_id, user_id;
END;
--> statement-breakpoint
-- A member gets another manager: what is assigned to them changes readers, and what they created under a
-- manager who holds the role no longer. Only managers come and go. The creator's row stays all the while: it
-- says which tasks are theirs. Without GROUP BY, SQLite looks at these tasks alone.
CREATE TRIGGER task_reader_member_moved AFTER UPDATE OF manager_id ON user WHEN old.manager_id IS NOT new.manager_id
BEGIN
	UPDATE task_reader SET managed = 0
	WHERE managed = 1 AND task_id IN (
		SELECT task_id FROM task_assignee WHERE user_id = new.id
		UNION
		SELECT r.task_id FROM task_reader r JOIN task t ON t.id = r.task_id
		WHERE r.user_id = new.id AND r.managed = 1 AND t.creator_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	) AND user_id <> (SELECT creator_id FROM task t WHERE t.id = task_reader.task_id);
	INSERT INTO task_reader
	SELECT task_id, user_id, own, managed, completed, due_date FROM task_reader_rule WHERE task_id IN (
		SELECT task_id FROM task_assignee WHERE user_id = new.id
		UNION
		SELECT r.task_id FROM task_reader r JOIN task t ON t.id = r.task_id
		WHERE r.user_id = new.id AND r.managed = 1 AND t.creator_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	)
	ON CONFLICT (task_id, user_id) DO UPDATE
		SET own = max(own, excluded.own), managed = max(managed, excluded.managed);
	DELETE FROM task_reader WHERE own = 0 AND managed = 0 AND task_id IN (
		SELECT task_id FROM task_assignee WHERE user_id = new.id
		UNION
		SELECT r.task_id FROM task_reader r JOIN task t ON t.id = r.task_id
		WHERE r.user_id = new.id AND r.managed = 1 AND t.creator_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	);
END;
--> statement-breakpoint
-- Somebody becomes a manager, or is none any more: it changes the tasks they manage and those of their members.
CREATE TRIGGER task_reader_role_changed AFTER UPDATE OF roles, deleted_at ON user
WHEN (old.deleted_at IS NULL AND (instr(old.roles, 'Manager') > 0 OR instr(old.roles, 'Admin') > 0))
	<> (new.deleted_at IS NULL AND (instr(new.roles, 'Manager') > 0 OR instr(new.roles, 'Admin') > 0))
BEGIN
	UPDATE task_reader SET managed = 0
	WHERE managed = 1 AND task_id IN (
		SELECT id FROM task WHERE manager_id = new.id
		UNION
		SELECT a.task_id FROM user u JOIN task_assignee a ON a.user_id = u.id WHERE u.manager_id = new.id
		UNION
		SELECT r.task_id FROM user u JOIN task_reader r ON r.user_id = u.id AND r.managed = 1
			JOIN task t ON t.id = r.task_id AND t.creator_id = u.id
		WHERE u.manager_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	) AND user_id <> (SELECT creator_id FROM task t WHERE t.id = task_reader.task_id);
	INSERT INTO task_reader
	SELECT task_id, user_id, own, managed, completed, due_date FROM task_reader_rule WHERE task_id IN (
		SELECT id FROM task WHERE manager_id = new.id
		UNION
		SELECT a.task_id FROM user u JOIN task_assignee a ON a.user_id = u.id WHERE u.manager_id = new.id
		UNION
		SELECT r.task_id FROM user u JOIN task_reader r ON r.user_id = u.id AND r.managed = 1
			JOIN task t ON t.id = r.task_id AND t.creator_id = u.id
		WHERE u.manager_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	)
	ON CONFLICT (task_id, user_id) DO UPDATE
		SET own = max(own, excluded.own), managed = max(managed, excluded.managed);
	DELETE FROM task_reader WHERE own = 0 AND managed = 0 AND task_id IN (
		SELECT id FROM task WHERE manager_id = new.id
		UNION
		SELECT a.task_id FROM user u JOIN task_assignee a ON a.user_id = u.id WHERE u.manager_id = new.id
		UNION
		SELECT r.task_id FROM user u JOIN task_reader r ON r.user_id = u.id AND r.managed = 1
			JOIN task t ON t.id = r.task_id AND t.creator_id = u.id
		WHERE u.manager_id = new.id AND t.manager_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM leader l WHERE l.id = t.manager_id)
	);
END;
--> statement-breakpoint
DELETE FROM task_reader;--> statement-breakpoint
INSERT INTO task_reader
SELECT task_id, user_id, max(own), max(managed), completed, due_date
FROM task_reader_rule GROUP BY task_id, user_id;
