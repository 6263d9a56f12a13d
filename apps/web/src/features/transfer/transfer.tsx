import { ExportButtons } from './export-buttons.tsx';
import { SheetImport } from './sheet-import.tsx';

/** Export and import. */
export function Transfer() {
  return (
    <>
      <ExportButtons />
      <SheetImport />
    </>
  );
}
