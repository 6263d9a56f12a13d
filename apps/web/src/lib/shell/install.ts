import { createAtom } from '@tanstack/react-store';

/** Chromium alone has it, and TypeScript does not know it. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

/** The browser's offer to install the app; null without one. */
export const installOffer = createAtom<InstallEvent | null>(null);

/** The browser makes its offer once, often before the menu is there to show it. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault();
    installOffer.set(event as InstallEvent);
  });
  addEventListener('appinstalled', () => installOffer.set(null));
}
