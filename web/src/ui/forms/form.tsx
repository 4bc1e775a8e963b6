/** A form whose rules and messages are ours: the browser neither checks nor sends it. */
export function Form({
  onSubmit,
  className,
  children,
}: {
  readonly onSubmit: () => void;
  readonly className: string;
  readonly children: React.ReactNode;
}) {
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
