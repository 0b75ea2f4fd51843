import type { ReactNode } from 'react'

/** The buttons of a dialog, which stay in sight while what is above them scrolls. @param note what a person has to know before pressing one */
export const DialogFoot = ({ note, children }: { note?: ReactNode; children: ReactNode }) => (
  <footer className="dialog-foot">
    {note && <p className="help">{note}</p>}
    {children}
  </footer>
)
