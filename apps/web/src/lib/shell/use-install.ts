import { useSelector } from '@tanstack/react-store';
import { installOffer } from './install.ts';

/** How the app can be installed here: the browser asks, or the person does it by hand; null when it cannot be. */
export function useInstall(): 'by hand' | (() => void) | null {
  const offered = useSelector(installOffer);
  if (!offered) return isSafariTab() ? 'by hand' : null;
  return () => {
    // It can be used once.
    installOffer.set(null);
    void offered.prompt();
  };
}

/** iPhones and iPads say whether the page runs as an installed app, and never offer to install it. */
function isSafariTab(): boolean {
  return 'standalone' in navigator && navigator.standalone === false;
}
