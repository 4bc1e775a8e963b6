// Written by npm run texts from the JSON files of texts/.

export default {
  pageTitle: "Second opinion – DUAI",
  signIn: "Sign In",
  heading: "A second expert opinion on your images.",
  lead: "Upload your CT, MRI or X-ray. AI analyses it; an expert radiologist or specialist doctor reads it and signs your report.",
  turnaround: "Your report is ready within 24-48 hours.",
  stated: "Stated by DUAI, not measured here.",
  getStarted: "Get Started Now",
  featuresHeading: "Why a second opinion with DUAI",
  features: {
    ai: {
      title: "AI analysis",
      text: "Measurements and findings come with the slices they rest on."
    },
    radiologist: {
      title: "Expert radiologists",
      text: "A specialist doctor reads, corrects and signs every report."
    },
    fast: {
      title: "Report in 24-48 hours",
      text: "Urgent cases are read first; you see the due time in your case."
    },
    secure: {
      title: "HIPAA-compliant security",
      text: "Encrypted connections, recorded access, and full control over your data."
    },
    pacs: {
      title: "PACS integration",
      text: "A CD, folder or ZIP file from a hospital’s archive (PACS) is taken as it is."
    },
    languages: {
      title: "In your language",
      text: "Turkish, English and Arabic, with a plain summary beside the report."
    }
  },
  stepsHeading: "How it works",
  steps: {
    register: {
      title: "Register",
      text: "Open your account and verify your e-mail address."
    },
    upload: {
      title: "Upload your images",
      text: "Add your DICOM or JPEG files to your case."
    },
    analysis: {
      title: "AI analysis",
      text: "The algorithms that fit examine your images, then a radiologist reads them."
    },
    report: {
      title: "Get your report",
      text: "Read the signed report on the page, or download it as PDF."
    }
  },
  measured: {
    heading: "How long reports take",
    text: "Hours from your images to the signed report, measured on this server over the last 90 days.",
    median: "Half of the reports within (hours)",
    p90: "Nine of ten within (hours)",
    urgency: "Urgency",
    urgent: "Urgent",
    semiUrgent: "Semi-urgent",
    routine: "Routine",
    few: "A dash means that there are fewer than 20 reports so far."
  },
  modalitiesHeading: "Supported modalities",
  modalities: {
    ct: "CT",
    mri: "MRI",
    xray: "X-Ray",
    ultrasound: "Ultrasound",
    mammography: "Mammography",
    pet: "PET/CT"
  },
  closingHeading: "Be sure before you decide.",
  closingText: "An account is free. In an emergency do not wait for this service; call your local emergency number.",
  createAccount: "Create Free Account",
  privacyPolicy: "Privacy Policy",
  terms: "Terms of Service",
  modelCards: "Model cards",
  cookies: "Cookie settings",
  notNow: "Not for emergencies. If you are in acute distress, call your local emergency number.",
  cookieBanner: {
    name: "Cookies",
    question: "May we save your display preferences? We set no analytics and no marketing cookies today.",
    detail: "Choose in detail",
    reject: "Reject all",
    accept: "Accept all"
  },
  news: {
    name: "News",
    close: "Close this announcement"
  },
  skipToContent: "Skip to content",
  chooseLanguage: "Language",
  theme: "Appearance",
  themes: {
    system: "System",
    light: "Light",
    dark: "Dark"
  }
}