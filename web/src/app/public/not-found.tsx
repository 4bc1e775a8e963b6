import { NotFoundCard } from './not-found-card.tsx';

export default function NotFound() {
  return <NotFoundCard />;
}
