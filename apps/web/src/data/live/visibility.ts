/** The work that waits until the page is visible, by its name. */
const postponed = new Map<string, () => void>();

/** Runs the work now, or once when the page becomes visible: a hidden page sends no requests (rule 7.10). */
export function whenVisible(name: string, work: () => void): void {
  if (document.hidden) postponed.set(name, work);
  else work();
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) return;
  const all = [...postponed.values()];
  postponed.clear();
  for (const work of all) work();
});
