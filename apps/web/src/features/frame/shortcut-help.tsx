import { useSelector } from '@tanstack/react-store';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { shortcutsOn } from '../../ui/use-shortcuts.ts';

/** All keyboard shortcuts, in the order of use. */
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
      ['t', 'Move'],
      ['s', 'Skip to the next date'],
      ['h', 'History'],
      ['c', 'Copy link'],
      ['Del', 'Delete'],
    ],
  },
  {
    about: 'Groceries',
    keys: [
      ['n', 'New item'],
      ['j', 'Next item'],
      ['k', 'Previous item'],
      ['x', 'Tick off or put back'],
      ['+ -', 'One more, one less'],
      ['p', 'Price'],
      ['e', 'Edit'],
      ['h', 'History'],
      ['c', 'Copy link'],
      ['Del', 'Remove'],
    ],
  },
  {
    about: 'Threads',
    keys: [
      ['n', 'New thread'],
      ['j', 'Next thread'],
      ['k', 'Previous thread'],
      ['↵', 'Open the thread'],
      ['Esc', 'Leave its field'],
    ],
  },
  {
    about: 'Messages of a thread',
    keys: [
      ['↑', 'From the empty field to the newest'],
      ['↑ ↓', 'Previous, next'],
      ['t', 'Make a task of it'],
      ['l', 'Put on the list'],
      ['e', 'Edit'],
      ['h', 'History'],
      ['Del', 'Delete'],
      ['Esc', 'Back to the field'],
    ],
  },
  {
    about: 'Selected tasks',
    keys: [
      ['⇧ j', 'Select with the next'],
      ['⇧ k', 'Select with the previous'],
      ['x', 'Complete'],
      ['t', 'Move'],
      ['a', 'Assign'],
      ['Del', 'Delete'],
      ['Esc', 'End the selection'],
    ],
  },
  {
    about: 'Everywhere',
    keys: [
      ['q', 'Quick add'],
      [`${/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'} k`, 'Add or find'],
      ['g t', 'Go to Tasks'],
      ['g g', 'Go to Groceries'],
      ['g m', 'Go to Messages'],
      ['z', 'Undo'],
      ['?', 'This list'],
    ],
  },
  {
    about: 'In “Add or find”',
    keys: [
      ['Alt 1', 'Task'],
      ['Alt 2', 'Item'],
      ['Alt 3', 'Message'],
      ['Alt 4', 'Find'],
      ['⇧ ↵', 'Open the form'],
      ['Esc', 'Clear, then close'],
    ],
  },
];

export function ShortcutHelp({ open, onClose }: { open: boolean; onClose: () => void }) {
  const on = useSelector(shortcutsOn);
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="grid gap-x-10 gap-y-6 desk:grid-cols-2">
        {SHORTCUTS.map(({ about, keys }) => (
          <section key={about}>
            <h3 className="mb-2 font-medium text-ink-soft text-small">{about}</h3>
            <dl className="flex flex-col gap-2">
              {keys.map(([combination, meaning]) => (
                <div key={combination} className="flex items-center gap-4">
                  <dt className="flex w-16 shrink-0 gap-1">
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
