import { Button } from '../form/button.tsx';
import { useFirstNewRow } from './use-first-new-row.ts';

interface ShowOlderProps {
  /** Loads older rows; undefined where there are none. */
  onMore: (() => void) | undefined;
  busy: boolean | undefined;
  className: string;
}

/** At the end of a list. */
export function ShowOlder({ onMore, ...props }: ShowOlderProps) {
  return onMore && <Older {...props} onMore={onMore} />;
}

function Older({ onMore, ...props }: ShowOlderProps & { onMore: () => void }) {
  const onPress = useFirstNewRow();
  return (
    <Button
      variant="plain"
      size="small"
      {...props}
      onClick={({ currentTarget }) => {
        onPress(currentTarget);
        onMore();
      }}
    >
      Show older
    </Button>
  );
}
