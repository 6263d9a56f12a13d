import { useSyncExternalStore } from 'react';
import { Select } from '../../ui/form/select.tsx';
import { currentTheme, onThemeChange, setTheme } from '../../ui/theme.ts';

/** The colors of the app in this browser. */
export function Appearance() {
  const theme = useSyncExternalStore(onThemeChange, currentTheme);
  return <Select label="Theme" options={THEMES} value={theme} onChange={setTheme} />;
}

const THEMES = [
  { value: 'system', label: 'As this device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
