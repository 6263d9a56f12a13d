/** The name of the dialog in which a line goes on as a task. */
export const LINE_TASK = 'line-task';
