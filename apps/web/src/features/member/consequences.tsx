/** The consequences in the server's sentences, above the button. */
export function Consequences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5">
      {sentences.map(sentence => (
        <li key={sentence} className="wrap-anywhere text-pretty">
          {sentence}
        </li>
      ))}
    </ul>
  );
}
