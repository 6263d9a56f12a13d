import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { shortcutsOn } from '../../ui/use-shortcuts.ts';

/** Everything the keyboard can do, in the order of use. */
const SHORTCUTS: readonly { about: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    about: 'Tasks',
    keys: [
      ['n', 'New task'],
      ['/', 'Find in the list'],
      ['j', 'Next task'],
      ['k', 'Previous task'],
      ['x', 'Complete or reopen'],
      ['e', 'Edit'],
    ],
  },
  {
    about: 'Everywhere',
    keys: [
      ['g t', 'Go to Tasks'],
      ['g g', 'Go to Groceries'],
      ['g m', 'Go to Messages'],
      ['?', 'This list'],
    ],
  },
];

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = shortcutsOn.use();
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-x-10 gap-y-6 desk:grid-cols-2">
        {SHORTCUTS.map(({ about, keys }) => (
          <section key={about}>
            <h3 className="mb-2 font-medium text-ink-soft text-small">{about}</h3>
            <dl className="flex flex-col gap-2">
              {keys.map(([combination, meaning]) => (
                <div key={combination} className="flex items-center gap-4">
                  <dt className="flex w-14 shrink-0 gap-1">
                    {combination.split(' ').map((key, place) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the same key may be pressed twice, and the order never changes.
                      <kbd key={`${place} ${key}`} className={KEY}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className="mt-6 border-line border-t pt-3">
        <Checkbox label="Use these shortcuts" checked={on} onChange={shortcutsOn.set} />
      </div>
    </Dialog>
  );
}

const KEY =
  'inline-grid h-6 min-w-6 place-items-center rounded-tick bg-ground px-1.5 font-sans text-small inset-ring inset-ring-line';
