import { Settings } from '../features/member/settings.tsx';
import { Transfer } from '../features/transfer/transfer.tsx';

/** The Settings tab of the dashboard; its code comes when the tab is opened. */
export function TasksSettings() {
  return (
    <>
      <Settings />
      <Transfer />
    </>
  );
}
