import { ExportButtons } from './export-buttons.tsx';
import { SheetImport } from './sheet-import.tsx';

/** Where one's data leaves and enters, below the settings. */
export function Transfer() {
  return (
    <div className="mt-10 flex flex-col gap-10">
      <ExportButtons />
      <SheetImport />
    </div>
  );
}
