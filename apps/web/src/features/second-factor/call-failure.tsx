/** Why the server refused a step, above its buttons. */
export function CallFailure({ message }: { message: string | null }) {
  if (!message) return null;
  return (
    <p role="alert" className="text-danger text-small">
      {message}
    </p>
  );
}
