import { CircleCheck, CircleX } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** A part of the system and its state. */
export const HealthCard = ({
  title,
  isHealthy,
  state,
  children,
}: {
  readonly title: string;
  readonly isHealthy: boolean;
  readonly state: React.ReactNode;
  readonly children: React.ReactNode;
}) => (
  <Card className="grid content-start gap-2">
    <div className="flex flex-wrap items-center justify-between gap-2">
      <h2 className="min-w-0 font-semibold wrap-anywhere">{title}</h2>
      <Badge tone={isHealthy ? 'green' : 'red'} icon={isHealthy ? CircleCheck : CircleX}>
        {state}
      </Badge>
    </div>
    <p className="text-sm text-grey-4 tabular-nums">{children}</p>
  </Card>
);
