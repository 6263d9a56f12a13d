import { createAtom, useSelector } from '@tanstack/react-store';

/** Chromium alone has it, and TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

const offer = createAtom<InstallEvent | null>(null);

/** The browser makes its offer once, often before the menu is there to show it. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    offer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => offer.set(null));
}

/** How the app can be installed here: the browser asks, or the person does it by hand; null when it cannot be. */
export function useInstall(): 'by hand' | (() => void) | null {
  const offered = useSelector(offer);
  if (!offered) return isSafariTab() ? 'by hand' : null;
  return () => {
    // It can be used once.
    offer.set(null);
    void offered.prompt();
  };
}

/** iPhones and iPads say whether the page runs as an installed app, and never offer to install it. */
function isSafariTab(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
