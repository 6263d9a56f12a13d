import { createContext, type KeyboardEvent, type ReactNode, use, useId, useMemo, useRef } from 'react';
import type { Near } from '../../lib/lazy-module.ts';

type Tab<Id extends string> = {
  id: Id;
  label: string;
  /** Null while it is not known: it keeps its place, so that the tabs beside it do not move under a finger. */
  count?: number | null | undefined;
  /** Preloads its lazy content. */
  near?: Near | undefined;
};

type TabsProps<Id extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  tabs: readonly Tab<Id>[];
  value: Id;
  onChange: (id: Id) => void;
  /** At the end of the tab list. */
  aside?: ReactNode;
  /** TabPanels. Only the selected one renders its children. */
  children: ReactNode;
};

/** One tab stop: the arrows, Home and End choose. Radix's would add 9 KB to the first page after the login. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, aside, children }: TabsProps<Id>) {
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const chosen = useMemo(() => ({ base, value }), [base, value]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const place = placeOf(
      event.key,
      tabs.findIndex(tab => tab.id === value),
      tabs.length,
    );
    const tab = place === undefined ? undefined : tabs.at(place);
    if (place === undefined || !tab) return;
    event.preventDefault();
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]').item(place).focus();
    onChange(tab.id);
  }

  return (
    <Chosen value={chosen}>
      <div className="-mx-4 flex items-center gap-2 pr-2 shadow-[inset_0_-1px] shadow-line desk:mx-0 desk:pr-0">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="flex min-w-0 flex-1 gap-6 overflow-x-auto overflow-y-hidden px-4 [scrollbar-width:none] desk:px-0"
        >
          {tabs.map(tab => (
            <button
              key={tab.id}
              {...tab.near}
              ref={tab.id === value ? reveal : undefined}
              type="button"
              role="tab"
              id={`${base}-tab-${tab.id}`}
              aria-controls={`${base}-panel-${tab.id}`}
              aria-selected={tab.id === value}
              aria-description={tab.count?.toString()}
              tabIndex={tab.id === value ? 0 : -1}
              onClick={() => tab.id !== value && onChange(tab.id)}
              className="tab group"
            >
              <span className="tab-label">
                {tab.label}
                {tab.count !== undefined && (
                  <span aria-hidden="true" className="min-w-[1ch] font-normal text-ink-soft text-small">
                    {tab.count}
                  </span>
                )}
              </span>
            </button>
          ))}
        </div>
        {aside}
      </div>
      {children}
    </Chosen>
  );
}

export function TabPanel({ id, children }: { id: string; children: ReactNode }) {
  const { base, value } = use(Chosen);
  const isChosen = id === value;
  return (
    <div
      role="tabpanel"
      id={`${base}-panel-${id}`}
      aria-labelledby={`${base}-tab-${id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel is where the tab key leads from its tab, also when nothing in it takes the focus.
      tabIndex={0}
      hidden={!isChosen}
      className="rounded-control"
    >
      {isChosen && children}
    </div>
  );
}

const Chosen = createContext({ base: '', value: '' });

/** The tab for a key. The first follows the last. */
function placeOf(key: string, current: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % count;
  if (key === 'ArrowLeft') return (current - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return;
}

/** Scrolls to the selected tab, which may be outside the visible part on a phone, also after the counts load. */
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
