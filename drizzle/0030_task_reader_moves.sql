-- Completing a task moves its rows in the indexes of open and completed tasks only. A trigger that also set the due date,
-- which is the same, wrote the indexes by due date again.
DROP TRIGGER task_reader_changed;--> statement-breakpoint
CREATE TRIGGER task_reader_completed AFTER UPDATE OF completed ON task WHEN old.completed <> new.completed
BEGIN
	UPDATE task_reader SET completed = new.completed WHERE task_id = new.id;
END;
--> statement-breakpoint
CREATE TRIGGER task_reader_moved AFTER UPDATE OF due_date ON task WHEN old.due_date <> new.due_date
BEGIN
	UPDATE task_reader SET due_date = new.due_date WHERE task_id = new.id;
END;
