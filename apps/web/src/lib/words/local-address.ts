/** Whether only this computer can open an address. */
export function isLocal({ hostname }: Pick<URL, 'hostname'>): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

export const LOCAL_ONLY =
  'This address works on this computer only. Set PUBLIC_URL to one that other devices can open.';
