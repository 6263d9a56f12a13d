interface ButtonWordsProps {
  before: string;
  name: string;
  after: string;
}

/** The words of a button around a name: a long name is cut, and what the button does stays readable. */
export function ButtonWords({ before, name, after }: ButtonWordsProps) {
  return (
    <span className="flex min-w-0 whitespace-pre">
      <span>{before} </span>
      <span className="truncate">{name}</span>
      <span> {after}</span>
    </span>
  );
}
