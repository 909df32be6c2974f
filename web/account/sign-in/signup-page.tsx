import { FormPage } from '#web/layout/form-page.tsx'
import { useNavigate } from '#web/router/router.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { RegistrationForm, useRegistration } from './registration-form.tsx'

/** The registration as a page; a new account continues with the tutorial. */
export const SignupPage = () => {
  usePageTitle('アカウントの作成')
  const navigate = useNavigate()
  const registration = useRegistration(paths.homeWithTutorial())
  return (
    <FormPage title="アカウントの作成">
      <RegistrationForm registration={registration} onLogin={() => void navigate(paths.login())} />
    </FormPage>
  )
}
