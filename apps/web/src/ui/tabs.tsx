import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

type TabsProps<Id extends string> = {
  /** What the tabs choose between, for those who listen. */
  label: string;
  tabs: readonly { id: Id; label: string; count?: number | undefined }[];
  value: Id;
  onChange: (id: Id) => void;
  /** Stands at the end of the line of tabs. */
  aside?: ReactNode;
  /** TabPanels; only the chosen one is mounted. */
  children: ReactNode;
};

export function Tabs<Id extends string>({ label, tabs, value, onChange, aside, children }: TabsProps<Id>) {
  return (
    <Radix.Root
      value={value}
      onValueChange={next => {
        const tab = tabs.find(({ id }) => id === next);
        if (tab) onChange(tab.id);
      }}
    >
      <div className="-mx-4 flex items-center gap-2 pr-2 shadow-[inset_0_-1px] shadow-line desk:mx-0 desk:pr-0">
        <Radix.List
          aria-label={label}
          className="flex min-w-0 flex-1 gap-6 overflow-x-auto overflow-y-hidden px-4 [scrollbar-width:none] desk:px-0"
        >
          {tabs.map(tab => (
            <Radix.Trigger
              key={tab.id}
              value={tab.id}
              ref={tab.id === value ? reveal : undefined}
              aria-description={tab.count?.toString()}
              // Radix focuses the tab itself, and a browser takes that for the keyboard's doing.
              onMouseDown={event => event.currentTarget.focus({ focusVisible: false })}
              className={TAB}
            >
              <span className={TAB_LABEL}>
                {tab.label}
                {tab.count !== undefined && (
                  <span aria-hidden="true" className="font-normal text-ink-soft text-small">
                    {tab.count}
                  </span>
                )}
              </span>
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {children}
    </Radix.Root>
  );
}

export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Radix.Content value={id} className="rounded-control">
      {children}
    </Radix.Content>
  );
}

/** On a phone the chosen tab may lie beyond the edge, also once the counts have come: the list scrolls to it. */
function reveal(tab: HTMLElement | null): (() => void) | undefined {
  const list = tab?.parentElement;
  if (!list) return;
  const observer = new ResizeObserver(() => {
    const [{ left, width }, frame] = [tab.getBoundingClientRect(), list.getBoundingClientRect()];
    list.scrollLeft += left - frame.left - (frame.width - width) / 2;
  });
  for (const each of list.children) observer.observe(each);
  return () => observer.disconnect();
}

const TAB =
  'group flex h-11 shrink-0 items-center border-transparent border-b-2 font-medium whitespace-nowrap text-ink-soft transition-colors hover:text-ink outline-none data-[state=active]:border-brand data-[state=active]:text-ink';

/** The ring lies around the words: around the whole tab the scrolling list would cut it. */
const TAB_LABEL =
  'flex items-center gap-1.5 rounded-tick outline-offset-3 outline-brand-strong group-focus-visible:outline-2';
