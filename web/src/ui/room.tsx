import { createContext, useContext } from 'react';
import { classes } from '../lib/class-names.ts';

export type RoomName = 'public' | 'patient' | 'reading' | 'images';

const RoomContext = createContext<RoomName>('public');

const ROOMS: Record<RoomName, string | null> = {
  public: null,
  patient: 'room-patient',
  reading: 'room-reading',
  images: 'room-reading room-images',
};

/** Class of the current room, for elements outside the room's element (dialogs). */
export const useRoomClass = (): string | null => ROOMS[useContext(RoomContext)];

/** An area of the site (a room): its type size and its greys apply to everything inside. */
export function Room({
  name,
  className,
  children,
}: {
  readonly name: RoomName;
  readonly className?: string;
  readonly children: React.ReactNode;
}) {
  return (
    <RoomContext value={name}>
      <div className={classes('flex min-h-dvh flex-col bg-paper text-ink', ROOMS[name], className)}>{children}</div>
    </RoomContext>
  );
}
