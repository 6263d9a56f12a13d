interface Step {
  /** What was done, as its toast says it. */
  text: string;
  undo: () => void;
}

/** Oldest first. */
const steps: Step[] = [];
/** Rule 20.4. */
const MOST = 20;

/** Remembers how to undo an action. @returns a function that undoes it, at most once. */
export function rememberUndo(text: string, undo: () => void): () => void {
  const step = { text, undo };
  steps.push(step);
  if (steps.length > MOST) steps.shift();
  return () => {
    const index = steps.indexOf(step);
    if (index < 0) return;
    steps.splice(index, 1);
    undo();
  };
}

/** Undoes the newest action that is not undone yet. @returns what was undone; undefined if there is none. */
export function undoLast(): string | undefined {
  const step = steps.pop();
  step?.undo();
  return step?.text;
}

/** Called when the person changes, so that one person cannot undo the actions of another. */
export function forgetUndo(): void {
  steps.length = 0;
}
