import { useSelector } from '@tanstack/react-store';
import { cloneElement, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { createLazyModule, type LazyModule } from '../../lib/lazy-module.ts';
import { toastMissing } from '../status/lazy-view.tsx';
import { collectKeys, isAwaited } from './keys-ahead.ts';
import type { MenuProps } from './menu-panel.tsx';

/** A menu whose items the page knows. */
export function Menu(props: MenuProps) {
  return (
    <LazyMenu trigger={props.trigger} from={panel}>
      {({ MenuPanel }) => <MenuPanel {...props} />}
    </LazyMenu>
  );
}

interface LazyMenuProps<Module> {
  trigger: MenuProps['trigger'];
  from: LazyModule<Module>;
  /** The menu, which opens by itself when it is first shown. */
  children: (module: Module) => ReactNode;
}

/** Only the button until it is opened. Hover, focus and the first key or press on a page load the code of the menu. */
export function LazyMenu<Module>({ trigger, from, children }: LazyMenuProps<Module>) {
  const [opened, setOpened] = useState(false);
  const module = useSelector(from.loaded);
  if (opened && module) return children(module);

  function open(isByKey: boolean): void {
    const loading = from.fetch();
    if (isByKey) collectKeys(loading);
    loading.then(() => setOpened(!isByKey || isAwaited()), toastMissing);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    open(true);
  }

  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event: MouseEvent) => open(event.detail === 0),
    onKeyDown,
    ...from.near,
  });
}

const panel = createLazyModule(() => import('./menu-panel.tsx'));

for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, panel.fetchEarly, { once: true });
