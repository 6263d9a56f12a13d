import { Button } from '../../ui/form/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';

/** On iPhones and iPads the person installs the app by hand. */
export function InstallNote({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Install app"
      footer={
        <Button variant="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ol className="list-decimal space-y-2 pl-5">
        <li>Tap Share in the bar of the browser.</li>
        <li>Tap “Add to Home Screen”, then “Add”.</li>
        <li>Open Onus from the Home Screen and log in once more.</li>
      </ol>
      <p className="mt-4 text-ink-soft text-small">
        The installed app shares nothing with this browser, so you log in there too.
      </p>
    </Dialog>
  );
}
