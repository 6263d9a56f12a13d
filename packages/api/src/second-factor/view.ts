/** The second factor of a person, as they see it. */
export interface SecondFactorView {
  /** Whether an authenticator app is set up. */
  isOn: boolean;
  /** ISO timestamp; null while it is off. */
  since: string | null;
  /** Recovery codes that were not used. */
  recoveryLeft: number;
  passkeys: number;
  /** Whether this person must have a second factor. */
  isRequired: boolean;
  /** Whether this session has shown one. */
  hasShown: boolean;
}

/** A new secret, shown once. */
export interface NewTotp {
  /** Base32, to type into an app that cannot read the QR code. */
  secret: string;
  /** otpauth://totp/… */
  uri: string;
  /** The address as a QR code: an SVG image. */
  qr: string;
}
