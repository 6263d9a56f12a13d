interface ButtonWordsProps {
  before: string;
  name: string;
  after?: string;
}

/** A button's text around a name. A long name is truncated, so that the action stays readable. */
export function ButtonWords({ before, name, after }: ButtonWordsProps) {
  return (
    <span className="flex min-w-0 whitespace-pre">
      <span>{before} </span>
      <span dir="auto" className="truncate">
        {name}
      </span>
      {after && <span> {after}</span>}
    </span>
  );
}
