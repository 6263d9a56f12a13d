import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of the dialog that is open. */
    dialog?: string;
    /** The entry of the page that the dialog is over. */
    under?: string | undefined;
  }
}

/**
 * A dialog that is an entry of the browser's history: Back closes it, and loading the page again keeps it open. One that
 * a dialog opens takes its entry.
 * @param isAbove whether it lies above the other one instead, which has its own entry again after it.
 */
export function useHistoryDialog(name: string, isAbove = false) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.dialog === name });
  return {
    isOpen,
    open(): void {
      const { dialog, under, __TSR_key } = history.location.state;
      void navigate({
        to: '.',
        search: true,
        state: { dialog: name, under: dialog ? under : __TSR_key },
        resetScroll: false,
        replace: !!dialog && !isAbove,
      });
    },
    /** Does nothing if another page or dialog has taken its place already, or if it closes. */
    close(): void {
      const { location } = history;
      if (location.state.dialog !== name || location === left) return;
      left = location;
      history.back();
    },
  };
}

/** The entry that Back was called on last. The browser goes back a moment later. */
let left: unknown;
