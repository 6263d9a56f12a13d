import { HistoryDialog } from '../../../ui/overlay/history-dialog.tsx';
import type { Item } from '../grocery.ts';
import { useItemHistory } from './use-item-history.ts';

interface ItemHistoryProps {
  item: Item;
  open: boolean;
  onClose: () => void;
}

/** Who changed what of an item. */
export function ItemHistory({ item, open, onClose }: ItemHistoryProps) {
  const history = useItemHistory(item, open, onClose);
  return (
    <HistoryDialog
      open={open}
      onClose={onClose}
      title={
        <>
          History of “<bdi>{item.name}</bdi>”
        </>
      }
      {...history}
    />
  );
}
