import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import styles from './stop-modal.module.css'

/** Asks before a ring or a call is ended by a press that may have meant something else. */
export const StopModal = ({
  open,
  title,
  consequence = '',
  goOn,
  stop,
  onGoOn,
  onStop,
}: {
  open: boolean
  title: string
  consequence?: string
  goOn: string
  stop: string
  onGoOn: () => void
  onStop: () => void
}) => (
  <Modal open={open} onClose={onGoOn} title={title} closeButton={false} align="center" night>
    {consequence === '' ? null : <p className={styles.stop}>{consequence}</p>}
    <div className={styles.two}>
      <Button block data-autofocus onClick={onGoOn}>
        {goOn}
      </Button>
      <Button block variant="primary" onClick={onStop}>
        {stop}
      </Button>
    </div>
  </Modal>
)
