/** A form with our own validation and messages; the browser neither validates nor submits it. */
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
