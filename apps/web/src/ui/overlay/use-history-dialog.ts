import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The name of the dialog that is open. */
    dialog?: string;
  }
}

/**
 * A dialog that is an entry of the browser's history: Back closes it, and loading the page again keeps it open. One that
 * a dialog opens takes its entry.
 */
export function useHistoryDialog(name: string) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const isOpen = useLocation({ select: ({ state }) => state.dialog === name });
  return {
    isOpen,
    open: () =>
      void navigate({
        to: '.',
        search: true,
        state: { dialog: name },
        resetScroll: false,
        replace: !!history.location.state.dialog,
      }),
    /** Does nothing if another page or dialog has taken its place already. */
    close: () => history.location.state.dialog === name && history.back(),
  };
}
