import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

export function NotFoundCard() {
  return (
    <div className="grid min-h-[70dvh] place-items-center p-5">
      <title>404 Page Not Found – DUAI</title>
      <Card className="w-full max-w-md text-center">
        <h1 className="font-serif text-2xl font-semibold">404 Page Not Found</h1>
        <p className="mt-3 text-grey-4">Did you forget to add the page to the router?</p>
        <ButtonLink to="/" className="mt-6">
          Go to the home page
        </ButtonLink>
      </Card>
    </div>
  );
}
