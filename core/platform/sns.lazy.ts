/** The SDK's client of SNS, loaded with the first push or text message. */
export {
  CreatePlatformEndpointCommand,
  DeleteEndpointCommand,
  EndpointDisabledException,
  InvalidParameterException,
  NotFoundException,
  PublishCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
